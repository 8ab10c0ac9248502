// Preloaded: the clock stands still at CLOCK_STANDS_AT; each SIGUSR2 moves it by 5 s.
let now = Date.parse(process.env.CLOCK_STANDS_AT);
process.on('SIGUSR2', () => {
  now += 5_000;
});
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now] : args));
  }
  static now() {
    return now;
  }
};
