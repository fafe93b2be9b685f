import { type ComponentProps, createElement } from 'react'

type IconData = { size?: number; node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * Creates the component of one Lucide icon. Replaces Lucide's own function, whose unused options would be part of every
 * first page. Icons take a size, a stroke width and the properties of an SVG, and are hidden from screen readers: their
 * meaning stands in the text or label beside them.
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
