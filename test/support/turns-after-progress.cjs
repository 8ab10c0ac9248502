// Preloaded: nobody gets a turn before the progress has been shown, so that a short run shows it as well.
const timers = require('node:timers/promises');
const { setImmediate: turn } = timers;
const { write } = process.stderr;

const shown = new Promise((resolve) => {
  process.stderr.write = function (text, ...more) {
    if (/ing \d+ (of|days)/.test(text)) resolve();
    return write.call(this, text, ...more);
  };
});

timers.setImmediate = async () => {
  await shown;
  return turn();
};
