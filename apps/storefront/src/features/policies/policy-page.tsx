import { trpc } from '@marashi/api-client/trpc'
import type { policySlugs } from '@marashi/domain/rules/policy-slugs'
import { siteCopy } from '../../copy/site.ts'
import styles from './policy-page.module.css'

/** One policy of the shop, as its owner wrote it: paragraphs, and headings that begin with "# ". */
export function PolicyPage({ slug }: { slug: (typeof policySlugs)[number] }) {
  const { data } = trpc.catalogue.policy.useQuery({ slug })
  const lines = (data?.text ?? '').split(/\n+/).filter((line) => line.trim() !== '')
  return (
    <article className={styles.page}>
      <h1>{siteCopy.policies[slug]}</h1>
      {lines.map((line) => (line.startsWith('# ') ? <h2 key={line}>{line.slice(2)}</h2> : <p key={line}>{line}</p>))}
    </article>
  )
}
