import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { Badge } from '@marashi/ui/badge'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleX, TriangleAlert } from 'lucide-react'
import { healthCopy } from '../../copy/health.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { AskOperatorAgain } from './ask-operator-again.tsx'
import styles from './problem-list.module.css'

type Problem = HealthStatus['checks'][number]

/** What is wrong: in which part, since when, what to do, and where. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={styles.title}>
        {healthCopy.problems}
      </h2>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.name}>
            <Panel className={styles.problem}>
              <div className={styles.head}>
                <h3 className={styles.part}>{problem.part}</h3>
                <StateBadge state={problem.state === 'broken' ? 'broken' : 'doubtful'} />
                {problem.since && (
                  <span className={styles.since}>
                    {healthCopy.since} <Timestamp at={problem.since} />
                  </span>
                )}
              </div>
              <p>{problem.message}</p>
              {problem.remedy && <p className={styles.remedy}>{problem.remedy}</p>}
              {problem.operatorOf && <AskOperatorAgain paymentMethod={problem.operatorOf} />}
              {problem.page && (
                <Link to={`/${problem.page}`} className={styles.link}>
                  {healthCopy.pages[problem.page]}
                  <ChevronRight size={18} aria-hidden="true" />
                </Link>
              )}
            </Panel>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Icon and word, never the colour alone. */
function StateBadge({ state }: { state: 'broken' | 'doubtful' }) {
  return state === 'broken' ? (
    <Badge tone="red" icon={<CircleX aria-hidden="true" />}>
      {healthCopy.states.broken}
    </Badge>
  ) : (
    <Badge tone="orange" icon={<TriangleAlert aria-hidden="true" />}>
      {healthCopy.states.doubtful}
    </Badge>
  )
}
