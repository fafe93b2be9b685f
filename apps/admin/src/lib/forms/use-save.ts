import { failureOf } from '@marashi/api-client/failure'
import { dismissErrors } from '@marashi/ui/toast'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { commonCopy } from '../../copy/common.ts'
import { notifySuccess } from '../notify/notify.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/**
 * Saves a form once, however often the button is pressed. Success is told and `onDone` called; a refusal is told as a
 * toast with the server's sentence or `failed`, stands in the form, and under the fields it names. `isStale`: somebody
 * else has saved in between.
 */
export function useSave<Fields extends FieldValues, Output extends FieldValues>({
  form,
  save,
  failed,
  onDone,
}: {
  form: UseFormReturn<Fields, unknown, Output>
  /** Sends the form, refreshes what shows it, and answers with the words of success. */
  save: (output: Output) => Promise<string>
  failed: string
  onDone: () => void
}) {
  const notifyFailure = useNotifyFailure()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isStale, setIsStale] = useState(false)

  async function submit(output: Output) {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    dismissErrors()
    try {
      notifySuccess(await save(output))
      onDone()
    } catch (error) {
      const { text, code, fields } = failureOf(error)
      notifyFailure(error, failed)
      setProblem(text || commonCopy.noAnswer)
      setIsStale(code === 'STALE')
      for (const [name, message] of Object.entries(fields)) {
        if (Object.hasOwn(form.getValues(), name))
          form.setError(name as FieldPath<Fields>, { message }, { shouldFocus: true })
      }
    } finally {
      setIsBusy(false)
    }
  }

  return { submit, isBusy, problem, isStale }
}
