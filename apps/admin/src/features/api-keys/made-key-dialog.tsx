import type { CreatedApiKey } from '@marashi/domain/contracts/api-keys'
import { isSandboxKey } from '@marashi/domain/rules/sandbox-key'
import { Button } from '@marashi/ui/button'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { Dialog } from '@marashi/ui/dialog'
import { apiKeysCopy } from '../../copy/api-keys.ts'
import { SecretText } from '../../lib/display/secret-text.tsx'
import { useUnsavedGuard } from '../../lib/forms/use-unsaved-guard.ts'
import styles from './made-key-dialog.module.css'

const copy = apiKeysCopy.made

/** The new key, this once: whatever closes it but "Done" may be a slip, and is asked about. */
export function MadeKeyDialog({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const isSandbox = isSandboxKey(made.key)
  const description = isSandbox ? `${copy.text} ${copy.sandbox}` : copy.text
  const { close, question } = useUnsavedGuard({ isDirty: () => true, isBusy: false, onClose })
  return (
    <Dialog isOpen onClose={close} title={copy.title} description={description}>
      <div className={styles.body}>
        <SecretText text={made.key} copyLabel={copy.copy} />
        <Button onClick={onClose}>{copy.done}</Button>
      </div>
      <ConfirmDialog
        {...question}
        title={copy.leaveTitle}
        description={copy.leaveText}
        cancelLabel={copy.keep}
        confirmLabel={copy.leave}
      />
    </Dialog>
  )
}
