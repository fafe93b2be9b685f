import { waitTimeoutMs } from '@marashi/domain/rules/mpesa-prompt'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from './minutes-left.module.css'
import { useCountdown } from './use-countdown.ts'

const minuteMs = 60_000
const minutes = Array.from({ length: waitTimeoutMs / minuteMs }, (_, index) => index + 1)
const radius = 20
const length = 2 * Math.PI * radius
const arc = length / minutes.length
const gap = 5

/**
 * How long the shop still waits for the payment: one arc for each minute, of which the current one pulses. A screen
 * reader reads it once a minute. `isLate` is true when the prompt has expired on the phone.
 */
export function MinutesLeft({ since, isLate }: { since: number; isLate: boolean }) {
  const left = useCountdown(since + waitTimeoutMs, minuteMs) || 1
  return (
    <div className={styles.wait}>
      <svg className={styles.ring} viewBox="0 0 48 48" aria-hidden="true">
        {minutes.map((minute) => (
          <circle
            key={minute}
            cx="24"
            cy="24"
            r={radius}
            className={minute > left ? styles.gone : minute === left ? styles.running : undefined}
            strokeDasharray={`${arc - gap} ${length - arc + gap}`}
            strokeDashoffset={-(minutes.length - minute) * arc - gap / 2}
          />
        ))}
        <text x="24" y="29.5" textAnchor="middle">
          {left}
        </text>
      </svg>
      <div>
        <p className={styles.time} role="status">
          {mpesaCopy.minutesLeft(left)}
        </p>
        <p className={styles.text} role="status">
          {isLate ? mpesaCopy.late : mpesaCopy.minutesLeftText}
        </p>
      </div>
    </div>
  )
}
