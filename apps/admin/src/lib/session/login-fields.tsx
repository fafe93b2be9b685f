import type { Login } from '@marashi/domain/contracts/admin-session'
import type { UseFormReturn } from 'react-hook-form'
import { PasswordField } from '../forms/password-field.tsx'

/** What the login asks for. */
export function LoginFields({ form }: { form: UseFormReturn<Login> }) {
  return (
    <>
      {/* Password managers need a user name to save the password. */}
      <input type="text" name="username" autoComplete="username" defaultValue="administrator" hidden readOnly />
      <PasswordField error={form.formState.errors.password?.message} {...form.register('password')} />
    </>
  )
}
