export interface AvatarProps {
  /** An image address; null, empty or absent shows the player's initials. */
  src?: string | null;
  name: string;
  size?: 'sm' | 'md' | 'lg';
}

const sizes = { sm: 'size-8 text-small', md: 'size-14 text-h4', lg: 'size-28 text-h2' };

/** A player's picture, or their initials in a circle. Decoration: text is beside it. */
export function Avatar({ src, name, size = 'md' }: AvatarProps) {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className={`display relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-surround text-white ${sizes[size]}`}
    >
      {initials || '•'}
      {src !== undefined && src !== null && src !== '' && (
        <img
          // A new picture gets a new element: that of a broken one stays hidden.
          key={src}
          src={src}
          alt=""
          className="absolute inset-0 size-full object-cover"
          onError={(event) => (event.currentTarget.hidden = true)}
        />
      )}
    </span>
  );
}
