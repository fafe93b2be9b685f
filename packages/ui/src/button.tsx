import type { ComponentProps } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'ghost' | 'whatsapp' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export type ButtonLook = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills its container. */
  isWide?: boolean
  /** A square for a single icon; the button then needs an `aria-label`. */
  isIcon?: boolean
}

/** The class names of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'medium', isWide, isIcon }: ButtonLook, extra = ''): string {
  return [styles.button, styles[variant], styles[size], isWide && styles.wide, isIcon && styles.icon, extra]
    .filter(Boolean)
    .join(' ')
}

/**
 * A button at least 44 px high. While `isBusy` it keeps its focus (aria-disabled instead of disabled) and ignores
 * presses.
 */
export function Button({
  variant,
  size,
  isWide,
  isIcon,
  isBusy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonLook & ComponentProps<'button'> & { isBusy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, isWide, isIcon }, className)}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
