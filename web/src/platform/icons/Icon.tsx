/**
 * A Phosphor icon. Each one is imported as raw SVG:
 * `import mapTrifold from '@phosphor-icons/core/regular/map-trifold.svg?raw'` and `<Icon svg={mapTrifold} />`.
 */
const insideOf = (svg: string): string =>
  svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));

export interface IconProps {
  readonly svg: string;
  /** Pixels; 20 in buttons, 22 in dock and rows, 16 to 18 in chips. */
  readonly size?: number;
  /** Mirrored in right-to-left languages: arrows, carets, send, back. */
  readonly mirror?: boolean;
  /** Accessible name, if no text next to the icon has the same meaning. */
  readonly label?: string;
  readonly className?: string;
}

export function Icon({ svg, size = 20, mirror = false, label, className = '' }: IconProps) {
  return (
    <svg
      viewBox="0 0 256 256"
      width={size}
      height={size}
      fill="currentColor"
      focusable="false"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={`shrink-0 ${mirror ? 'rtl:-scale-x-100' : ''} ${className}`}
      dangerouslySetInnerHTML={{ __html: insideOf(svg) }}
    />
  );
}
