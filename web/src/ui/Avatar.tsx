import { hueOf, initialsOf } from './initials.ts';

export interface AvatarProps {
  readonly userId: string;
  readonly name: string;
  /** Pixels. */
  readonly size: number;
  /** URL of the picture; without it initials are shown. */
  readonly picture?: string | undefined;
  readonly className?: string;
}

/** A user's picture or initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ userId, name, size, picture, className = '' }: AvatarProps) {
  const hue = hueOf(userId);
  return (
    <span
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.36),
        backgroundImage: `linear-gradient(150deg, oklch(0.52 0.1 ${hue}), oklch(0.38 0.1 ${hue}))`,
      }}
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full leading-none font-strong text-white select-none ${className}`}
    >
      {picture === undefined ? (
        initialsOf(name)
      ) : (
        <img src={picture} alt="" draggable={false} className="size-full object-cover" />
      )}
    </span>
  );
}
