import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { commonCopy } from '../../copy/common.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** Asks whether what was typed in a form may be lost. */
export function UnsavedQuestion({ question }: { question: ReturnType<typeof useUnsavedGuard>['question'] }) {
  return (
    <ConfirmDialog
      {...question}
      title={commonCopy.unsavedTitle}
      description={commonCopy.unsaved}
      cancelLabel={commonCopy.keepEditing}
      confirmLabel={commonCopy.discard}
    />
  )
}

/** Asks before the page is left with what was typed in a form of its own, which no dialog holds; `isInList` as for the guard. */
export function AskBeforeLeaving({ isDirty, isInList = false }: { isDirty: boolean; isInList?: boolean }) {
  const { question } = useUnsavedGuard({ isDirty: () => isDirty, isBusy: false, isInList, onClose: () => undefined })
  return <UnsavedQuestion question={question} />
}
