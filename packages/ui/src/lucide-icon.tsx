import { type ComponentProps, createElement } from 'react'

type IconData = { size?: number; node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * Makes the component of one Lucide drawing. Stands in for Lucide's own maker, which carries options that this shop
 * never uses to every first page; icons here take a size, a stroke width and what any SVG takes. They decorate: names
 * stand in the text or the label beside them.
 */
export default function createLucideIcon({ size: box = 24, node }: IconData) {
  return function LucideIcon({
    size = box,
    strokeWidth = 2,
    ...rest
  }: ComponentProps<'svg'> & { size?: number | string }) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox={`0 0 ${box} ${box}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {node.map(([tag, { key: _, ...attributes }], index) => createElement(tag, { key: index, ...attributes }))}
      </svg>
    )
  }
}
