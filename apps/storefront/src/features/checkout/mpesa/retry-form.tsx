import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { toast } from '@marashi/ui/toast'
import { type FormEvent, useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from '../payment-panel.module.css'
import { type PromptPause, pausedUntil } from './prompt-pause.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * Asks for another prompt, on the same phone or on another one. A phone that was asked lately has to wait: the button
 * counts down, and a screen reader reads why instead of the seconds.
 */
export function RetryForm({
  phone,
  pause = null,
  word = mpesaCopy.tryAgain,
  isBusy,
  isAsking,
  onRetry,
}: {
  phone: string
  pause?: PromptPause | null
  /** What the button says. */
  word?: string | undefined
  isBusy: boolean
  isAsking: boolean
  onRetry: (phone: string) => void
}) {
  const [typed, setTyped] = useState(phone)
  const [hasTried, setHasTried] = useState(false)
  const number = parseKenyanPhone(typed)
  const seconds = useCountdown(pausedUntil(pause, typed, Date.now()), 1_000)
  const isPaused = seconds > 0
  const problem = number.ok ? null : mpesaCopy.problems[number.problem]

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || isPaused) return
    setHasTried(true)
    if (problem) toast({ variant: 'destructive', title: problem.title, description: problem.text })
    else onRetry(typed)
  }

  return (
    <form noValidate className={styles.content} onSubmit={submit}>
      <Field label={mpesaCopy.number} error={hasTried && problem ? `${problem.title}. ${problem.text}` : undefined}>
        <Input
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" size="large" isWide isBusy={isBusy || isPaused} variant={isPaused ? 'outline' : 'primary'}>
        <span>{isAsking ? mpesaCopy.asking : word}</span>
        {isPaused && <span aria-hidden="true">{mpesaCopy.resendIn(seconds)}</span>}
      </Button>
      {isPaused && <p className={styles.muted}>{mpesaCopy.askedLately}</p>}
    </form>
  )
}
