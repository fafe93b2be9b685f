import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useState } from 'react'
import { dismissToast, type ShownToast } from './toast-queue.ts'
import styles from './toast-viewport.module.css'

/** Between a toast and the edge of the screen, and between the toast and its neighbour. */
const marginPx = 8

/**
 * What `toast` shows. Radix keeps the time, pauses it on hover and focus, and knows swipe and key. See
 * docs/behaviour.md#constants.
 */
export default function ToastViewport({ current }: { current: ShownToast | undefined }) {
  const providerKey = useProviderKey(current)
  return (
    <Provider key={providerKey} duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {current && <ToastCard key={current.key} shown={current} />}
      <Viewport className={styles.viewport} label="Notifications ({hotkey})" hotkey={['F8']} />
    </Provider>
  )
}

/**
 * A new key for the provider with each toast that comes when none was shown. Radix does not notice that the pointer or
 * the focus leaves an empty area, and would then keep the next toast for ever, as if somebody were still reading it.
 */
function useProviderKey(current: ShownToast | undefined): number {
  const [previous, setPrevious] = useState(current)
  const [providerKey, setProviderKey] = useState(0)
  if (current !== previous) {
    setPrevious(current)
    if (!previous) setProviderKey(providerKey + 1)
  }
  return providerKey
}

/** Gives the page's styles the height that the toast takes, as `--toast-height`, while it is shown. */
function publishHeight(card: HTMLLIElement | null) {
  const { style } = document.documentElement
  if (card) style.setProperty('--toast-height', `${card.offsetHeight + 2 * marginPx}px`)
  else style.removeProperty('--toast-height')
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const { key, title, description, variant = 'default', action } = shown
  return (
    <Root
      ref={publishHeight}
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
