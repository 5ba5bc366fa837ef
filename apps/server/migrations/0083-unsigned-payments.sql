-- A payment that a provider tells of when it is asked waits in review for its signed message; when that comes, it is an
-- ordinary one or waits for another reason.
grant update (reason) on payments.payment to tercet_app;
