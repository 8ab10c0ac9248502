import { findKey, judgeStore } from './files.mjs';
import { judgeCharges } from './ledger.mjs';
import { judgeOutput } from './output.mjs';

/** Kinds of failure, as the columns of the tally. */
export const kinds = ['lost', 'twice', 'wrong', 'damaged', 'endless', 'crash', 'exit', 'key', 'consent', 'raw'];

const contract = [0, 1, 2, 3, 4, 5, 130];

const crashWords =
  /internal error|unhandled|unexpected error|(Type|Range|Reference|Syntax|Assertion|Internal)Error|FATAL ERROR|heap out of memory|node:internal|^ +at .+:\d+:\d+\)?$/m;

/** What a terminal may obey, save for line ends and tabs. */
export const controlCharacter = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

/** Everything that is wrong with a run; each with its kind and words. */
export function judge(context) {
  const found = [...judgeEnd(context), ...judgeCharges(context), ...judgeStore(context), ...findKey(context)];
  if (!context.run.endless) found.push(...judgeOutput(context));
  return found.map((one) => ({ ...one, text: `${context.clean ? 'next run: ' : ''}${one.text}` }));
}

function judgeEnd({ trial, service, run, clean }) {
  const found = [];
  if (run.endless) found.push({ kind: 'endless', text: 'had to be killed by the guard' });
  const said = run.stderr.toString();
  const crash = crashWords.exec(said);
  if (crash) found.push({ kind: 'crash', text: lineOf(said, crash.index) });
  const raw = controlCharacter.exec(said) ?? controlCharacter.exec(run.stdout.toString());
  if (raw)
    found.push({
      kind: 'raw',
      text: `control character ${raw[0].charCodeAt(0).toString(16)} in what it printed`,
    });
  const end = run.code ?? run.signal;
  const expected = clean ? cleanEnds : endsOf(trial, service);
  const killed = !clean && mayDieOf(run.signal, service);
  if (!run.endless && !killed && !expected.includes(end))
    found.push({ kind: 'exit', text: `ended with ${end}, not ${expected.join(' or ')}: ${lastLine(said)}` });
  return found;
}

/** A kill, and a second word to a program that did not end at the first; a closing terminal hangs up twice, which counts once. */
function mayDieOf(signal, { signalsSent }) {
  if (signal === 'SIGKILL') return signalsSent > 0;
  return (signal === 'SIGINT' || signal === 'SIGTERM') && signalsSent > 1;
}

/** Exit codes that a run with these faults may have: those of its one fault, if that was met and says so. */
function endsOf({ script, scenario }, service) {
  const [{ fault, times }] = script;
  const met = service.exchanges.some((x) => x.fault === fault.name && x.endpoint !== 'usage');
  return script.length === 1 && times === 1 && met && fault.ends
    ? [...fault.ends, ...(scenario.folder && fault.ends.includes(5) ? [0] : [])]
    : contract;
}

/** Nothing is wrong any more: all is there, or what the run before kept poorer for good. */
const cleanEnds = [0, 3];

const lineOf = (text, at) => {
  const start = text.lastIndexOf('\n', at) + 1;
  return text.slice(start, start + 200).split('\n')[0];
};
const lastLine = (text) => text.trimEnd().split('\n').at(-1).slice(0, 160);
