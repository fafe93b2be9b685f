import { buttonClass } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Moon, Sun } from 'lucide-react'
import { shellCopy } from '../../../copy/shell.ts'
import styles from './theme-toggle.module.css'

/** Switches between light and dark, for the shop's pages too. The boot script listens for it; styles choose the sign. */
export function ThemeToggle() {
  return (
    <button type="button" data-theme-toggle="" className={buttonClass({ variant: 'ghost', isIcon: true })}>
      <span className={styles.toDark}>
        <Moon size={20} aria-hidden="true" />
        <VisuallyHidden>{shellCopy.toDark}</VisuallyHidden>
      </span>
      <span className={styles.toLight}>
        <Sun size={20} aria-hidden="true" />
        <VisuallyHidden>{shellCopy.toLight}</VisuallyHidden>
      </span>
    </button>
  )
}
