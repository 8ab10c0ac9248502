import { writeFileSync } from 'node:fs';
import { helpDocument } from '../../man/document.ts';
import { manPage } from '../../man/page.ts';
import { referencePage } from '../../man/reference.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { scripts, shells } from '../../src/commands/completion.ts';
import { helpAsData, manual } from '../../src/commands/help.ts';
import { completionScript } from './script.ts';

// no command is run
const program = createProgram({} as App);
for (const shell of shells) writeFileSync(scripts[shell], completionScript(shell, program));
writeFileSync(manual, manPage(program));
writeFileSync(helpAsData, helpDocument(program));
writeFileSync('docs/reference.md', referencePage(program));
