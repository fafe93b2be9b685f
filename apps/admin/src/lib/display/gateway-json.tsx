import type { ReactNode } from 'react'
import styles from './gateway-json.module.css'

/** A gateway's payload, collapsed under `summary`: JSON is indented, anything else is shown as it came. */
export function GatewayJson({ summary, body }: { summary: ReactNode; body: unknown }) {
  return (
    <details>
      <summary className={styles.summary}>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a keyboard must reach them */}
      <pre tabIndex={0} className={styles.body}>
        {readable(body)}
      </pre>
    </details>
  )
}

function readable(body: unknown): string {
  if (typeof body !== 'string') return JSON.stringify(body, null, 2)
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
