// Imported before a server: moves its clock by FOYER_SKEW_MS, to simulate a machine whose clock is wrong.
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
