/**
 * A drawn map of a town: streets, a river with its bridges, a park, and one court among the blocks. It fills its
 * container.
 */
export function MapArt({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <path d="M0 0H480V360H0Z" className="fill-raised" />
      <path
        d="M0 246C90 236 118 300 208 292S356 226 480 250V312C372 290 318 352 214 350S92 300 0 312Z"
        className="fill-kitchen/55"
      />
      <path d="M32 40H150V128H32Z" className="fill-good-tint" />
      <g className="fill-good/45">
        <circle cx="56" cy="66" r="9" />
        <circle cx="82" cy="58" r="7" />
        <circle cx="70" cy="92" r="10" />
        <circle cx="112" cy="76" r="11" />
        <circle cx="130" cy="104" r="7" />
      </g>
      <g fill="none" strokeLinecap="round" className="stroke-card">
        <path d="M-10 150H490M-10 22H490M172 -10V370M352 -10V370" strokeWidth="15" />
        <path
          d="M-10 214C120 206 220 236 490 190M262 -10V160M420 -10 410 370M92 150 84 370M172 86H352"
          strokeWidth="8"
        />
      </g>
      <g className="fill-line">
        <path d="M188 38h28v34h-28zM224 38h26v34h-26zM276 38h62v34h-62zM188 100h60v36h-60zM368 40h36v40h-36zM368 92h34v44h-34zM436 40h30v96h-30zM14 166h30v30H14zM54 166h24v32H54zM106 166h50v36h-50zM368 168h34v20h-34zM430 168h40v14h-40zM106 222h50v26h-50zM192 226h60v24h-60zM430 330h40v24h-40zM112 330h46v20h-46z" />
      </g>
      <g transform="translate(268 92)">
        <path d="M0 0H70V50H0Z" className="fill-surround" />
        <path d="M8 8H62V42H8Z" className="fill-court" />
        <path d="M26.5 8H43.5V42H26.5Z" className="fill-kitchen" />
        <path
          d="M8 8H62V42H8ZM26.5 8V42M43.5 8V42M8 25H26.5M43.5 25H62"
          fill="none"
          strokeWidth="1.4"
          className="stroke-white"
        />
        <path d="M35 5V45" strokeWidth="2" className="stroke-net" />
      </g>
      <g transform="translate(303 108)">
        <ellipse rx="13" ry="4.5" className="fill-deep/35" />
        <path
          d="M0 0C-8 -14 -24 -24 -24 -42A24 24 0 0 1 24 -42C24 -24 8 -14 0 0Z"
          className="fill-ball stroke-deep"
          strokeWidth="3"
        />
        <g className="fill-ball-seam">
          <circle cx="-9" cy="-51" r="3.4" />
          <circle cx="6" cy="-54" r="3.4" />
          <circle cx="-13" cy="-37" r="3.4" />
          <circle cx="0" cy="-42" r="3.4" />
          <circle cx="13" cy="-40" r="3.4" />
          <circle cx="-2" cy="-28" r="3.4" />
          <circle cx="9" cy="-27" r="2.8" />
        </g>
      </g>
    </svg>
  );
}
