import { subscribe } from 'node:diagnostics_channel';

// NODE_DEBUG would have undici print each address, and with it the key. To be loaded before undici, which leaves that to
// whoever listens already.
for (const name of ['undici:client:connectError', 'undici:request:error']) subscribe(name, () => {});
