import type { CreatedApiKey } from '@marashi/domain/contracts/api-keys'
import { Button } from '@marashi/ui/button'
import { Dialog } from '@marashi/ui/dialog'
import { apiKeysCopy } from '../../copy/api-keys.ts'
import { SecretText } from '../../lib/display/secret-text.tsx'
import styles from './made-key-dialog.module.css'

const copy = apiKeysCopy.made

/** The new key, this once. */
export function MadeKeyDialog({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const isSandbox = made.key.startsWith('marashi_sandbox_')
  const description = isSandbox ? `${copy.text} ${copy.sandbox}` : copy.text
  return (
    <Dialog isOpen onClose={onClose} title={copy.title} description={description}>
      <div className={styles.body}>
        <SecretText text={made.key} copyLabel={copy.copy} />
        <Button onClick={onClose}>{copy.done}</Button>
      </div>
    </Dialog>
  )
}
