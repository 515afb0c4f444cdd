PRAGMA application_id = 1296582474;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE answers (
    question_asked TEXT PRIMARY KEY, judge TEXT NOT NULL, content TEXT NOT NULL,
    content_digest TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "answers" VALUES('asked/0/one','sha256:j','{"value": "yes"}','50d191aa741a3e16ee4aebe144374eda090a2500b692fe641051fd0283408d33','2026-11-30T12:00:00+00:00');
INSERT INTO "answers" VALUES('asked/1/one','sha256:j','{"value": "no, voilà"}','9831a017a1f2895c3498c6416e25bcc6c065d80ce5846ec642bc387a03c9c5ce','2026-11-30T12:00:00+00:00');
COMMIT;
