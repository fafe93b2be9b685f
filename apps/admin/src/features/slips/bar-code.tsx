import { code128 } from '@marashi/domain/rules/code128'

const height = 40

/** The text as bars that a scanner reads; it stands beside them for people. */
export function BarCode({ text, className }: { text: string; className?: string | undefined }) {
  const { bars, width } = code128(text)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x} y={0} width={bar.width} height={height} />
      ))}
    </svg>
  )
}
