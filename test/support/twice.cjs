// Loaded before the program: each signal comes a second time, before the program is done with the first.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.kill(process.pid, name));
