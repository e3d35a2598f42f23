#Requires -RunAsAdministrator
<#
.SYNOPSIS
  Gives the machine back: what install.ps1 changed is as it was before. The sealed outbox stays: it belongs to the clinic until its server has it.
#>
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

$assignedAccess = Get-CimInstance -Namespace 'root\cimv2\mdm\dmmap' -ClassName MDM_AssignedAccess
$assignedAccess.ShellLauncher = $null
Set-CimInstance -InputObject $assignedAccess

Get-CimInstance -Namespace 'root\standardcimv2\embedded' -ClassName WEKF_PredefinedKey |
  Where-Object { $_.Enabled } |
  ForEach-Object {
    $_.Enabled = $false
    Set-CimInstance -InputObject $_
  }

$file = Join-Path $env:ProgramData 'Carefront Kiosk\before.json'
if (Test-Path $file) {
  $before = Get-Content -Raw $file | ConvertFrom-Json
  $edgeUi = 'HKLM:\SOFTWARE\Policies\Microsoft\Windows\EdgeUI'
  if ($null -eq $before.allowEdgeSwipe) {
    Remove-ItemProperty -Path $edgeUi -Name AllowEdgeSwipe -ErrorAction SilentlyContinue
  } else {
    Set-ItemProperty -Path $edgeUi -Name AllowEdgeSwipe -Type DWord -Value $before.allowEdgeSwipe
  }
  if ($before.hibernateEnabled) { powercfg.exe /hibernate on }
  Remove-Item $file
}
Write-Output 'Done. Restart the machine.'
