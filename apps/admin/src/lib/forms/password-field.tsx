import { buttonClass } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { sessionCopy } from '../../copy/session.ts'
import styles from './password-field.module.css'

/** A password field that can be pasted into, filled in by a password manager and shown; it warns of Caps Lock. */
export function PasswordField({ error, ...input }: ComponentProps<'input'> & { error: string | undefined }) {
  const [isShown, setIsShown] = useState(false)
  const [isCapital, setIsCapital] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setIsCapital(event.getModifierState('CapsLock'))
  return (
    <div>
      <Field label={sessionCopy.password} error={error}>
        <div className={styles.box}>
          <Input
            {...input}
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
          />
          <button
            type="button"
            aria-label={isShown ? sessionCopy.hide : sessionCopy.show}
            className={buttonClass({ variant: 'ghost', isIcon: true }, styles.eye)}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          </button>
        </div>
      </Field>
      <p role="status" className={styles.caps}>
        {isCapital && sessionCopy.capsLock}
      </p>
    </div>
  )
}
