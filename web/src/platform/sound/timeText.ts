const padded = (value: number): string => String(value).padStart(2, '0');

/** A time of a sound: `0:07`, `12:34`, `1:02:03`. */
export function timeText(seconds: number): string {
  const whole = Math.floor(Math.max(seconds, 0));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const rest = padded(whole % 60);
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
}
