import type { CreatedApiKey } from '@marashi/domain/contracts/api-keys'
import { Button } from '@marashi/ui/button'
import { Dialog } from '@marashi/ui/dialog'
import { apiKeysCopy } from '../../copy/api-keys.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import styles from './made-key-dialog.module.css'

const copy = apiKeysCopy.made

/** The new key, this once. */
export function MadeKeyDialog({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={copy.title} description={copy.text}>
      <div className={styles.body}>
        <div className={styles.key}>
          <code>{made.key}</code>
          <CopyText text={made.key} label={copy.copy} />
        </div>
        <Button onClick={onClose}>{copy.done}</Button>
      </div>
    </Dialog>
  )
}
