// Loaded ahead of a server: its clock is off by FOYER_SKEW_MS, as that of a machine that nobody has set.
const skewMs = Number(process.env.FOYER_SKEW_MS);
const RealDate = Date;
const now = () => RealDate.now() + skewMs;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
