import { serveAttacked } from './attacked.mjs';
import { books } from './books.mjs';
import { longRange } from './long-range.mjs';
import { serveLoad } from './serve.mjs';
import { startUp } from './start-up.mjs';

console.log(`Node ${process.version}`);
await startUp();
await longRange();
await books();
await serveLoad();
await serveAttacked();
