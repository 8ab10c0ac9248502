// Preloaded: repeats each signal before the program has handled the first.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.kill(process.pid, name));
