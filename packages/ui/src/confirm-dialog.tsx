import { Cancel, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'
import styles from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * Asks before something that cannot be undone. Cancel has the focus first; a press outside the dialog does nothing.
 * While `isBusy` the dialog stays open and ignores presses.
 */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy = false,
}: {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  description: ReactNode
  /** The act itself, for example "Delete". */
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  isBusy?: boolean
}) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && !isBusy && onClose()}>
      <Portal>
        <Overlay className={styles.overlay} />
        <Content className={`${styles.content} ${styles.alert}`} {...focusReturn}>
          <Title className={styles.title}>{title}</Title>
          <Description className={styles.description}>{description}</Description>
          <div className={styles.actions}>
            <Cancel className={buttonClass({ variant: 'outline' })}>{cancelLabel}</Cancel>
            <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
