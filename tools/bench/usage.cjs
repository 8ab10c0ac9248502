// Loaded before a server: says how much CPU time it has taken, in milliseconds, whenever it is asked.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000);
});
process.channel.unref();
