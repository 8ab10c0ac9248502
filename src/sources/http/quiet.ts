import { subscribe } from 'node:diagnostics_channel';

// undici prints addresses, key included, under NODE_DEBUG unless someone already listens: load this first.
for (const name of ['undici:client:connectError', 'undici:request:error']) subscribe(name, () => {});
