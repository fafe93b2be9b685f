/** The shop's ornament: eight-point stars whose tips touch, a pattern of Lamu's wood carvings. */
export function Lattice({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={className}>
      <pattern id="khatim" width="80" height="80" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor">
          <path d="M80 40L68.28 51.72V68.28H51.72L40 80 28.28 68.28H11.72V51.72L0 40 11.72 28.28V11.72H28.28L40 0 51.72 11.72H68.28V28.28Z" />
          <path
            d="M59 40L53.44 45.56V53.44H45.56L40 59 34.44 53.44H26.56V45.56L21 40 26.56 34.44V26.56H34.44L40 21 45.56 26.56H53.44V34.44Z"
            opacity="0.6"
          />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill="url(#khatim)" />
    </svg>
  )
}
