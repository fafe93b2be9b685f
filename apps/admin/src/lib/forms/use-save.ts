import { failureOf, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { dismissErrors } from '@marashi/ui/toast'
import { useState } from 'react'
import type { FieldPath, FieldValues, Ref, UseFormReturn } from 'react-hook-form'
import { notifySuccess } from '../notify/notify.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'
import { problemOf } from './problem-of.ts'
import { isSavedBefore } from './send-once.ts'

/**
 * Saves a form once, however often the button is pressed. Success shows a toast and calls `onDone`. A refusal shows a toast
 * with the server's message or `failed`, and an error under each field that it names. `problem` is its message for the
 * form, unless a field shows it. `isStale`: somebody else has saved since the form was opened. Then, and where it may be saved all the same, the page is
 * read again, so that it shows what is stored. `dismiss` takes the refusal back, where the form stays for a newer version.
 */
export function useSave<Fields extends FieldValues, Output extends FieldValues>({
  form,
  save,
  failed,
  onDone,
}: {
  form: UseFormReturn<Fields, unknown, Output>
  /**
   * Sends the form, invalidates the queries that show it, and returns the success message, alone or with what it offers;
   * nothing where it has shown a message of its own.
   */
  save: (output: Output) => Promise<string | Parameters<typeof notifySuccess> | undefined>
  failed: string
  onDone: () => void
}) {
  const notifyFailure = useNotifyFailure()
  const utils = trpc.useUtils()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isStale, setIsStale] = useState(false)

  async function submit(output: Output) {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    dismissErrors()
    try {
      const success = await save(output)
      if (typeof success === 'string') notifySuccess(success)
      else if (success) notifySuccess(...success)
      onDone()
    } catch (error) {
      const failure = failureOf(error)
      const { text, code, fields } = failure
      const named = Object.entries(fields).filter(([name]) => Object.hasOwn(form.getValues(), name)) as [
        FieldPath<Fields>,
        string,
      ][]
      for (const [name, message] of named) form.setError(name, { message }, { shouldFocus: true })
      const shown = named.filter(([name]) => isDrawn(form.getFieldState(name).error?.ref))
      notifyFailure(error, failed)
      // A message that a field shows is not repeated beside the buttons.
      const isSaid = shown.some(([, message]) => message === text)
      setProblem(isSaid ? undefined : problemOf(error))
      setIsStale(code === 'STALE')
      if (mayBeDone(failure) || isSavedBefore(code) || code === 'STALE') void utils.invalidate()
    } finally {
      setIsBusy(false)
    }
  }

  function dismiss() {
    setProblem(undefined)
    setIsStale(false)
  }

  return { submit, isBusy, problem, isStale, dismiss }
}

/** Whether the form shows the input of an error. One that it has shown before stays known, out of the page. */
const isDrawn = (input: Ref | undefined): boolean =>
  input instanceof HTMLElement ? input.isConnected : input !== undefined
