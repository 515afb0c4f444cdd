"""Roles: words for people, as several rules need them: kin, clinicians, places of care.

Regular-expression fragments over folded text, without borders of their own.
"""

from __future__ import annotations

__all__ = ["CARE", "CLINICIAN", "KIN", "UR", "U"]

U = r"(?:you|u|ya)"
UR = r"(?:your|ur)"
"""The person, as replies write it; casual products write as their users do."""

KIN = (
    r"(?:mum|mom|mam|mother|dad|father|parents?|husband|wife|partner|boyfriend|girlfriend|"
    r"fianc\w+|ex|sons?|daughters?|kids?|child(?:ren)?|boys|girls|baby|brothers?|sisters?|twin|"
    r"gran|grandma|grandmother|grandpa|grandfather|grandad|grandparents|nan|nana|uncle|auntie?|"
    r"cousins?|nephew|niece|family|in-laws|little (?:girl|boy|one))"
)
CLINICIAN = (
    r"(?:(?:psycho|art |music |speech |family )?therapists?|counsell?ors?|psychologists?|"
    r"psychiatrists?|clinicians?|doctors?|physicians?|nurses?|social workers?|psychotherapists?|"
    r"shrinks?|midwi(?:fe|ves)|paramedics?|sports psychs?|psychs?|analysts?|gps?|medics?|"
    r"(?:health|mental health|medical|healthcare|counsell?ing) (?:professional|practitioner|"
    r"worker|provider)s?)"
)
CARE = (
    r"(?:doctors?|dr|gps?|nurses?|midwi(?:fe|ves)|prescribers?|pharmacists?|therapists?|"
    r"counsell?ors?|psychologists?|psychiatrists?|psychotherapists?|clinicians?|paramedics?|"
    r"ambulance|hospitals?|wards?|clinics?|surgery|consultants?|oncolog\w+|dietit?ians?|"
    r"audiologists?|physio\w*|health visitors?|social workers?|care teams?|crisis (?:teams?|"
    r"lines?)|help ?lines?|hotlines?|lifelines?|(?:support|family|self-help) groups?|services?|"
    r"emergency (?:number|services|room)|a&e|casualty|urgent care|treatment|therapy|counsell?ing|"
    r"solicitors?|lawyers?|advocates?)"
)
