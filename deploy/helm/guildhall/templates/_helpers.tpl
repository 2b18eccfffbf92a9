{{- define "guildhall.name" -}}
{{- if contains "guildhall" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-guildhall" (.Release.Name | trunc 40 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "guildhall.selector" -}}
app.kubernetes.io/name: guildhall
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "guildhall.labels" -}}
{{ include "guildhall.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "guildhall.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* The environment of the server and of the migration. The Secret comes first: what `config` says counts. */}}
{{- define "guildhall.environment" -}}
envFrom:
  - secretRef:
      name: {{ required "existingSecret is needed: a Secret with DATABASE_URL and SECRET_KEY" .Values.existingSecret }}
env:
  {{- range $name, $value := merge dict .Values.config (dict "MANAGEMENT_HOST" "0.0.0.0") }}
  - name: {{ $name }}
    value: {{ if kindIs "float64" $value }}{{ $value | int64 | toString | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}
  {{- end }}
  - name: MANAGEMENT_PORT
    value: '9464'
  - name: SHUTDOWN_DELAY_SECONDS
    value: {{ .Values.shutdownDelaySeconds | quote }}
  - name: SHUTDOWN_TIMEOUT_SECONDS
    value: {{ .Values.shutdownTimeoutSeconds | quote }}
{{- end }}

{{- define "guildhall.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "guildhall.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "guildhall.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
