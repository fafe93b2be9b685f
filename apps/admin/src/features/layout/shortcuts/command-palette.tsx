import { Dialog } from '@marashi/ui/dialog'
import { latePart } from '@marashi/ui/late-part'
import { shortcutsCopy } from '../../../copy/shortcuts.ts'
import { MissingPart } from '../../../lib/missing-code.tsx'
import styles from './command-palette.module.css'

const Palette = latePart<{ onDone: () => void }>(() => import('./palette.tsx').then((module) => module.Palette), {
  Waiting: () => <div className={styles.waiting} />,
  Missing: MissingPart,
})

/** Jumps to a page, to an order by number, name, phone or receipt, or to a list with a search. Its code loads on first use. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={shortcutsCopy.paletteTitle}>
      <Palette onDone={onClose} />
    </Dialog>
  )
}
