import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import styles from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * A modal dialog: a sheet at the bottom of a phone, a box in the middle of a wide screen, or with `shape="drawer"` a
 * column at its right edge. Escape, the close button and a press outside call `onClose`, which decides. The focus goes
 * to the first field, in a drawer to the close button, and afterwards back to where it came from.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  shape = 'box',
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  shape?: 'box' | 'drawer'
  children: ReactNode
}) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Portal>
        <Overlay className={styles.overlay} onMouseDown={keepFocus} />
        <Content
          className={`${styles.content} ${styles[shape]}`}
          {...(!description && { 'aria-describedby': undefined })}
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            // A drawer is read first: a field in it would open a phone's keyboard over the text.
            if (shape === 'drawer') return
            const field = (event.target as Element | null)?.querySelector<HTMLElement>(
              'form :is(input, select, textarea):not([type=hidden], [type=file], [hidden], [disabled])',
            )
            if (!field) return
            event.preventDefault()
            field.focus()
          }}
        >
          <div className={styles.head}>
            <div className={styles.words}>
              <Title className={styles.title}>{title}</Title>
              {description && <Description className={styles.description}>{description}</Description>}
            </div>
            <Close
              className={buttonClass({ variant: 'ghost', isIcon: true })}
              aria-label="Close"
              onMouseDown={keepFocus}
            >
              <X size={22} aria-hidden="true" />
            </Close>
          </div>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

/** For what closes a dialog: its press does not leave the field, which would save itself before the user is asked about it. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()
