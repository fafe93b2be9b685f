import { Button } from '@marashi/ui/button'
import { Dialog, keepFocus } from '@marashi/ui/dialog'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import styles from './form-dialog.module.css'
import { FormProblem } from './form-problem.tsx'
import { UnsavedFields } from './unsaved-fields.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/**
 * A form in a dialog. A refusal is shown in the form, because a modal dialog hides toasts from screen readers. `onReload`
 * is set after a stale edit (docs/behaviour.md#stale-edits): it loads the newest version into the form.
 */
export function FormDialog({
  title,
  description,
  onClose,
  onSubmit,
  isDirty,
  isBusy,
  isWaiting = false,
  submitLabel,
  busyLabel,
  cancelLabel = commonCopy.cancel,
  isDangerous = false,
  problem,
  onReload,
  children,
}: {
  title: string
  description?: string
  onClose: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  isDirty: boolean
  isBusy: boolean
  /** Something that it needs is on its way: it cannot be sent yet, but closed. */
  isWaiting?: boolean
  submitLabel: string
  busyLabel: string
  cancelLabel?: string
  /** What it does cannot be undone. */
  isDangerous?: boolean
  problem?: string | undefined
  onReload?: (() => void) | undefined
  children: ReactNode
}) {
  const [unsaved] = useState(() => new Map<HTMLElement, () => boolean>())
  const { close, question } = useUnsavedGuard({ isDirty: () => isDirty || unsaved.size > 0, isBusy, onClose })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const [refused] = [...unsaved].filter(([, save]) => !save())
    if (!refused) return onSubmit(event)
    event.preventDefault()
    const [field] = refused
    field.focus()
  }

  return (
    <Dialog isOpen onClose={close} title={title} {...(description && { description })}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <UnsavedFields value={unsaved}>
          <div className={styles.fields}>{children}</div>
        </UnsavedFields>
        <div className={styles.foot}>
          <FormProblem problem={problem} onReload={onReload} />
          <div className={styles.actions}>
            <Button variant="outline" onMouseDown={keepFocus} onClick={close}>
              {cancelLabel}
            </Button>
            <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy || isWaiting}>
              {isBusy || isWaiting ? busyLabel : submitLabel}
            </Button>
          </div>
        </div>
      </form>
      <UnsavedQuestion question={question} />
    </Dialog>
  )
}
