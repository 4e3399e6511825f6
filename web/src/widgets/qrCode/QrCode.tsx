import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qrCode.module.css';

/** Modules of white around the code, which scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** The dark modules as one path, a rectangle for each run of a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const path: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path.push(`M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`);
    }
  }
  return path.join('');
}

interface Props {
  readonly text: string;
  /** As `errorCorrectionFor` returns it for the text. */
  readonly errorCorrection: 'L' | 'M';
  readonly label: string;
  readonly className?: string;
}

/** A QR code: dark on white in every theme, because many scanners do not read the reverse. */
export function QrCode({ text, errorCorrection, label, className = '' }: Props) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: errorCorrection, border: quietZone });
    return { size, path: pathOf(data) };
  }, [text, errorCorrection]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`${styles.code} ${className}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
