/** The one ornament of the shop: a lattice of eight-point stars, as carved into the doors of Lamu. */
export function Lattice({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={className}>
      <pattern id="khatim" width="96" height="96" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor">
          <path d="M48 20l8.2 8.2h11.6v11.6L76 48l-8.2 8.2v11.6H56.2L48 76l-8.2-8.2H28.2V56.2L20 48l8.2-8.2V28.2h11.6z" />
          <path d="M48 0v20M48 76v20M0 48h20M76 48h20" />
          <path d="M0 20L28.2 28.2M20 0L28.2 28.2M76 0L67.8 28.2M96 20L67.8 28.2M0 76L28.2 67.8M20 96L28.2 67.8M76 96L67.8 67.8M96 76L67.8 67.8" />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill="url(#khatim)" />
    </svg>
  )
}
