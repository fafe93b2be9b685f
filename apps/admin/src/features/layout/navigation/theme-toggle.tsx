import { buttonClass } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Moon, Sun } from 'lucide-react'
import { shellCopy } from '../../../copy/shell.ts'
import styles from './theme-toggle.module.css'

/** Switches between light and dark, for the storefront too. The boot script listens for clicks; CSS shows the right icon. */
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
