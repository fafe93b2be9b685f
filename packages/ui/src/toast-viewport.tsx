import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useState } from 'react'
import { dismissToast, type ShownToast } from './toast.tsx'
import styles from './toast-viewport.module.css'

/** Between a message and the edge of the screen, and what stands next to it. */
const marginPx = 8

/** The visible half of `toast`: Radix keeps 5000 ms, pauses on hover and focus, 50 px swipe right, F8 (specification §9). */
export default function ToastViewport({ current }: { current: ShownToast | undefined }) {
  const area = useAreaOf(current)
  return (
    <Provider key={area} duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {current && <ToastCard key={current.key} shown={current} />}
      <Viewport className={styles.viewport} label="Notifications ({hotkey})" hotkey={['F8']} />
    </Provider>
  )
}

/**
 * A new number for each message that comes after a silence. Radix does not hear the pointer or the focus leave an empty
 * area, and would hold the next message for ever as if somebody were still reading.
 */
function useAreaOf(current: ShownToast | undefined): number {
  const [previous, setPrevious] = useState(current)
  const [area, setArea] = useState(0)
  if (current !== previous) {
    setPrevious(current)
    if (!previous) setArea(area + 1)
  }
  return area
}

/** Tells the page's styles how much room the message takes, as `--toast-room`, while it stands. */
function tellRoom(card: HTMLLIElement | null) {
  const { style } = document.documentElement
  if (card) style.setProperty('--toast-room', `${card.offsetHeight + 2 * marginPx}px`)
  else style.removeProperty('--toast-room')
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const { key, title, description, variant = 'default', action } = shown
  return (
    <Root
      ref={tellRoom}
      className={`${styles.toast} ${styles[variant]}`}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      onOpenChange={(isOpen) => !isOpen && dismissToast(key)}
    >
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {description && <Description className={styles.description}>{description}</Description>}
      </div>
      {action && (
        <Action altText={action.altText} className={styles.action} onClick={action.onAction}>
          {action.label}
        </Action>
      )}
      <Close className={styles.close} aria-label="Close">
        <X size={18} aria-hidden="true" />
      </Close>
    </Root>
  )
}
