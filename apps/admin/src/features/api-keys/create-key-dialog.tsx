import { trpc } from '@marashi/api-client/trpc'
import { type CreatedApiKey, type KeyArea, type KeyScope, keyAreas } from '@marashi/domain/contracts/api-keys'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { Field, Input, Select } from '@marashi/ui/field'
import { useForm } from 'react-hook-form'
import { apiKeysCopy } from '../../copy/api-keys.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import styles from './create-key-dialog.module.css'

const copy = apiKeysCopy.form
type Access = keyof typeof apiKeysCopy.access
interface KeyForm {
  name: string
  access: Record<KeyArea, Access>
  lastDay: string
}

const noAccess = Object.fromEntries(keyAreas.map((area) => [area, 'none'])) as Record<KeyArea, Access>

/** Makes a key. `onCreated` gets it, and shows it. */
export function CreateKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (made: CreatedApiKey) => void
}) {
  const form = useForm<KeyForm, unknown, KeyForm>({ defaultValues: { name: '', access: noAccess, lastDay: '' } })
  const { isDirty } = form.formState
  const utils = trpc.useUtils()
  const { submit, isBusy, problem } = useSave({
    form,
    save: async ({ name, access, lastDay }) => {
      const endsAt = lastDay ? nairobiPeriod(lastDay).until.toISOString() : null
      const asked = { name, scopes: scopesOf(access), endsAt }
      const { create } = utils.client.admin.apiKeys
      const made = await sendOnce('key', (options) => create.mutate(asked, options), apiKeysCopy.madeBefore)
      await utils.admin.apiKeys.invalidate()
      onCreated(made)
      return apiKeysCopy.createdToast
    },
    failed: apiKeysCopy.failedCreate,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={copy.title}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={copy.create}
      busyLabel={copy.creating}
      problem={problem}
    >
      <Field label={copy.name} hint={copy.nameHint} error={form.formState.errors.name?.message}>
        <Input autoComplete="off" placeholder={copy.namePlaceholder} {...form.register('name')} />
      </Field>
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{copy.scopes}</legend>
        <p className={styles.hint}>{copy.scopesHint}</p>
        {keyAreas.map((area) => (
          <Field key={area} label={apiKeysCopy.areas[area]}>
            <Select {...form.register(`access.${area}`)}>
              {Object.entries(apiKeysCopy.access).map(([access, label]) => (
                <option key={access} value={access}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </fieldset>
      <Field label={copy.end} hint={copy.endHint} isOptional error={form.formState.errors.lastDay?.message}>
        <Input type="date" {...form.register('lastDay')} />
      </Field>
    </FormDialog>
  )
}

const scopesOf = (access: KeyForm['access']): KeyScope[] =>
  keyAreas.flatMap((area) => {
    const allowed = access[area]
    return allowed === 'none' ? [] : [`${area}:${allowed}` as const]
  })
