import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { toast } from '@marashi/ui/toast'
import { type FormEvent, useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from '../payment-panel.module.css'

/** Asks for another prompt, on the same phone or on another one. */
export function RetryForm({
  phone,
  isBusy,
  isAsking,
  onRetry,
}: {
  phone: string
  isBusy: boolean
  isAsking: boolean
  onRetry: (phone: string) => void
}) {
  const [typed, setTyped] = useState(phone)
  const [hasTried, setHasTried] = useState(false)
  const number = parseKenyanPhone(typed)
  const problem = number.ok ? null : mpesaCopy.problems[number.problem]

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
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
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        {isAsking ? mpesaCopy.asking : mpesaCopy.tryAgain}
      </Button>
    </form>
  )
}
