import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { useState } from 'react'
import { dismissToast, type ShownToast } from './toast-queue.ts'
import styles from './toast-viewport.module.css'
import { type LastPress, useLastPress, useMeantPresses } from './use-meant-presses.ts'

/** Between a toast and the edge of the screen, and between the toast and its neighbour. */
const marginPx = 8

/**
 * What `toast` shows. Radix keeps the time, pauses it on hover and focus, and knows swipe and key. See
 * docs/behaviour.md#constants.
 */
export default function ToastViewport({ current }: { current: ShownToast | undefined }) {
  const { providerKey, isReplacing } = useProviderKey(current)
  const lastPress = useLastPress()
  return (
    <Provider key={providerKey} duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {current && <ToastCard key={current.key} shown={current} lastPress={lastPress} isReplacing={isReplacing} />}
      <Viewport className={styles.viewport} label="Notifications ({hotkey})" hotkey={['F8']} />
    </Provider>
  )
}

/**
 * A new key for the provider with each toast that comes when none was shown. Radix does not notice that the pointer or
 * the focus leaves an empty area, and would then keep the next toast for ever, as if somebody were still reading it.
 * `isReplacing` tells whether the toast has come in the place of another.
 */
function useProviderKey(current: ShownToast | undefined): { providerKey: number; isReplacing: boolean } {
  const [previous, setPrevious] = useState(current)
  const [providerKey, setProviderKey] = useState(0)
  const [isReplacing, setIsReplacing] = useState(false)
  if (current !== previous) {
    setPrevious(current)
    setIsReplacing(previous !== undefined)
    if (!previous) setProviderKey(providerKey + 1)
  }
  return { providerKey, isReplacing }
}

/** Gives the page's styles the height that the toast takes, as `--toast-height`, while it is shown. */
function publishHeight(card: HTMLLIElement | null) {
  const { style } = document.documentElement
  if (card) style.setProperty('--toast-height', `${card.offsetHeight + 2 * marginPx}px`)
  else style.removeProperty('--toast-height')
}

type ToastCardProps = { shown: ShownToast; lastPress: LastPress; isReplacing: boolean }

/**
 * Until a press can be meant for it, a toast lets it through to what was there before: to the page, or to nothing where
 * another toast stood.
 */
function ToastCard({ shown, lastPress, isReplacing }: ToastCardProps) {
  const { key, title, description, variant = 'default', isLasting, action } = shown
  const isPressable = useMeantPresses(lastPress)
  return (
    <Root
      ref={publishHeight}
      data-presses={isPressable ? undefined : isReplacing ? 'none' : 'through'}
      className={`${styles.toast} ${styles[variant]}`}
      {...(isLasting && { duration: Number.POSITIVE_INFINITY })}
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
