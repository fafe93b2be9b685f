import { Button } from '@marashi/ui/button'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { Dialog } from '@marashi/ui/dialog'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import styles from './form-dialog.module.css'

/**
 * A form in a dialog. It asks before unsaved input is lost, both on closing and on leaving the page. A refusal is shown in
 * the form, because a modal dialog hides toasts from screen readers. `onReload` is set after a stale edit
 * (docs/behaviour.md#stale-edits): it loads the newest version into the form.
 */
export function FormDialog({
  title,
  description,
  onClose,
  onSubmit,
  isDirty,
  isBusy,
  submitLabel,
  busyLabel,
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
  submitLabel: string
  busyLabel: string
  problem?: string | undefined
  onReload?: (() => void) | undefined
  children: ReactNode
}) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    if (isBusy) return
    if (isDirty) setIsAsking(true)
    else onClose()
  }
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const isLeaving = leave.status === 'blocked'

  return (
    <Dialog isOpen onClose={close} title={title} {...(description && { description })}>
      <form noValidate className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>{children}</div>
        <div className={styles.foot}>
          {(problem || onReload) && (
            <div role="alert" className={styles.problem}>
              {onReload ? (
                <>
                  <p>
                    <strong>{commonCopy.staleTitle}</strong> {commonCopy.stale}
                  </p>
                  <Button variant="outline" size="small" onClick={onReload}>
                    {commonCopy.reload}
                  </Button>
                </>
              ) : (
                <p>{problem}</p>
              )}
            </div>
          )}
          <div className={styles.actions}>
            <Button variant="outline" onClick={close}>
              {commonCopy.cancel}
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {isBusy ? busyLabel : submitLabel}
            </Button>
          </div>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking || isLeaving}
        onClose={() => {
          setIsAsking(false)
          if (isLeaving) leave.reset()
        }}
        onConfirm={() => {
          setIsAsking(false)
          if (isLeaving) leave.proceed()
          else onClose()
        }}
        title={commonCopy.unsavedTitle}
        description={commonCopy.unsaved}
        cancelLabel={commonCopy.keepEditing}
        confirmLabel={commonCopy.discard}
      />
    </Dialog>
  )
}
