// Loaded before the program: its clock then starts at CLOCK_STARTS_AT.
const ahead = Date.parse(process.env.CLOCK_STARTS_AT) - Date.now();
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + ahead] : args));
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
